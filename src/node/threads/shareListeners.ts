import type { ListenerName } from '../../wire/AdminSchema.ts'

/** Kinds of listeners, ordered so that the busiest ones are on different threads. */
const kinds: readonly ListenerName[] = ['rpc', 'rest', 'grpc', 'endpoints', 'eth', 'legacy8']

/**
 * Assigns listeners to threads. A kind has one thread, because Node cannot pass a connection between threads, and
 * before 22.12 cannot listen twice on one port. All limits of a listener therefore count in one place.
 */
export function shareListeners(threads: number): readonly (readonly ListenerName[])[] {
	const shares: ListenerName[][] = Array.from({ length: Math.min(threads, kinds.length) }, () => [])
	kinds.forEach((name, index) => {
		shares[index % shares.length]?.push(name)
	})
	return shares
}
