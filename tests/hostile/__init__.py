"""The gate against hostile input: grow what means something to us, and watch time, memory, answers.

`tokens` and `strategies` make motifs, `motifs` grows them, `measuring` runs what reads them in a
process that can be killed, `judging` says what grows faster than it may, `attack` measures again
before that is believed. `readers`, `browser_scripts` and `routes` say what there is to attack,
`targets` puts them together, `limits` says what each may cost, `examples` what was found.
"""
