import type { ListenerName } from '../../wire/AdminSchema.ts'

/** Kinds of listeners; those that clients ask for most at once are far from each other. */
const kinds: readonly ListenerName[] = ['rpc', 'rest', 'grpc', 'endpoints', 'eth', 'legacy8']

/**
 * Which thread has which listeners. A kind has one thread: Node cannot hand a connection from one thread to another, and
 * before release 22.12 not listen twice on one port either. So all limits of a listener count in one place.
 */
export function shareListeners(threads: number): readonly (readonly ListenerName[])[] {
	const shares: ListenerName[][] = Array.from({ length: Math.min(threads, kinds.length) }, () => [])
	kinds.forEach((name, index) => {
		shares[index % shares.length]?.push(name)
	})
	return shares
}
