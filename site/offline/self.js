// The worker that all this runs in, by its kind.

export const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
