// What every page of the site does with scripts; search itself is in search-client.js.

import { offerWordings } from "./beside-fetch.js";
import { openClauses } from "./clause.js";
import { offerFilters } from "./filter.js";
import { keepPlaceInLanguages, openMenuByButton, showOwnTab } from "./navigation.js";
import { preparePrint } from "./print.js";
import { offerSearch } from "./search-box.js";
import { offerSorting } from "./sorting.js";
import { explainTerms } from "./terms.js";

keepPlaceInLanguages();
showOwnTab();
offerSorting();
openMenuByButton();
explainTerms();
offerWordings();
openClauses();
offerFilters();
offerSearch();
preparePrint();
