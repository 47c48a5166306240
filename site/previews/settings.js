// On the site itself: the reader's language is the page's, the words come in that, else in those that
// the reader has chosen for the law.

const SETTINGS = {
  base: new URL("..", document.currentScript.src).href,
  get readers() {
    const chosen = [...document.querySelectorAll(".kb-wordings .kb-chosen:checked")].map(({ labels }) => labels[0].lang);
    return [document.documentElement.lang in DATA.words ? document.documentElement.lang : "en", ...chosen];
  },
};

// The editions that have clauses to show, by their ids.
const EDITIONS = new Map(DATA.editions.map((edition) => [edition.id, edition]));
