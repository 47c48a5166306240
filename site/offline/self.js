// The worker in which these modules run, as what it is: a service worker.

export const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
