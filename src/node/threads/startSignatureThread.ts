import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { SignatureHelper } from '../../app/ante/SignaturesAhead.ts'
import { SignatureSlots } from '../../crypto/SignatureSlots.ts'
import { bundledThread } from './bundledThread.ts'

/** A thread that verifies signatures for this one. */
export interface SignatureThread extends SignatureHelper {
	/** Ends the thread after the signature it is at. */
	close(): void
}

/** What such a thread needs: a megabyte of young objects. It makes almost none. */
const heapLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 64 }

/** Such a thread if there is a processor for it and the program is bundled. @param threads as `--threads` says @param bundle where it is */
export function bundledSignatureThread(threads: number, bundle?: string): SignatureThread | undefined {
	const url = threads < 2 || availableParallelism() < 2 ? undefined : bundledThread('verifying', bundle)
	return url === undefined ? undefined : startSignatureThread(url)
}

/**
 * Starts a thread that verifies secp256k1 signatures. One that breaks, or gets no processor, only leaves them to who
 * hands them over. It does not keep the process alive.
 * @param url of the bundled `verifyingWorker.ts`
 */
export function startSignatureThread(url: URL): SignatureThread {
	const slots = new SignatureSlots()
	const worker = new Worker(url, { workerData: slots.memory, resourceLimits: heapLimits })
	// Whoever hands signatures over verifies them itself then.
	worker.on('error', () => undefined)
	worker.unref()
	return {
		hand: (hash, signature, key) => slots.hand(hash, signature, key),
		isGood: (ticket) => slots.isGood(ticket),
		close: () => slots.close(),
	}
}
