import { readFileSync } from 'node:fs'
import type { KnownState } from '../../../src/client/legacy/KnownState.ts'

interface Row {
	readonly name: string
	readonly request?: { readonly body?: string }
	readonly response?: { readonly body: string }
}

const file = new URL('../../golden/legacy/rest-txs-post.json', import.meta.url)
const rows = JSON.parse(readFileSync(file, 'utf8')) as readonly Row[]

/** The body of a recorded `POST /txs`. */
export function recordedBody(name: string): string {
	const body = rows.find((row) => row.name === name)?.request?.body
	if (body === undefined) throw new Error(`no recorded transaction is called ${name}`)
	return body
}

/** Signer of the recorded transactions. */
export const recordedSigner = 'chain1zra0spkxg6e92llufe27vlfauandlsmd9zv7ru'

/** The state of the recorded chain before its first transaction, or after so many of the signer. */
export function recordedState(sequence = 0n): KnownState {
	return {
		chainId: 'chain-localnet',
		prefix: 'chain',
		brand: 'cosmos',
		accounts: new Map([[recordedSigner, { accountNumber: 11n, sequence }]]),
		minimumGasPrices: '0.01uchain',
	}
}

/** Hash the reference node gave the transaction `sync accepted`. */
export const recordedHash = '09EA94696E948DB8A0E00348ED67685F14684D0A987B72CFBEEB5510E17AF1B9'
