// What happens when the script is there.

preview();
