// The language of a page's readers: a page of a language without a catalogue has English words around the texts.

export const READER = document.documentElement.dataset.reader ?? document.documentElement.lang;
