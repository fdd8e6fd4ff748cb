import { golden } from '../wire/legacy/legacyNode.ts'
import { bodyText, type RecordedRequest } from '../wire/legacy/recordedRest.ts'
import type { FuzzRequest } from './mutateRequest.ts'
import { pathKind } from './normalReply.ts'

interface Row {
	readonly name?: string
	readonly request?: RecordedRequest
}

const files: Readonly<Record<8 | 9, readonly string[]>> = {
	8: ['accounts', 'balances', 'routes', 'transfers', 'txs-decode', 'txs-errors', 'txs-post', 'txs-query'].map(
		(name) => `legacy/rest8-${name}.json`,
	),
	9: [
		'legacy/rest-accounts.json',
		'legacy/rest-balances.json',
		'legacy/rest-txs-post.json',
		'legacy/rest-legacy-other.json',
		'legacy/edges9.json',
		'rest/gateway.json',
		'rest/greet.json',
		'rest/edges.json',
	],
}

/** The recorded requests of a generation by their kind, a method and a path without its values. */
export function baseRequests(generation: 8 | 9): ReadonlyMap<string, readonly FuzzRequest[]> {
	const kinds = new Map<string, FuzzRequest[]>()
	for (const row of files[generation].flatMap((file) => JSON.parse(golden(file)) as Row[])) {
		if (row.request === undefined || row.request.method === 'HEAD') continue
		if (typeof row.request.body === 'object') continue
		const request = plain(row.request)
		const kind = `${request.method} ${pathKind(request.path)}`
		const list = kinds.get(kind) ?? []
		if (!list.some((other) => other.path === request.path && other.body === request.body)) list.push(request)
		kinds.set(kind, list)
	}
	kinds.set('multisig', multisigs())
	return kinds
}

/** Transactions of threshold keys, whose signatures are bytes within bytes: signed by two members, by all, and keys in keys. */
function multisigs(): FuzzRequest[] {
	const posts = JSON.parse(golden('legacy/rest8-txs-post.json')) as Row[]
	const signed = plain(posts.find(({ name }) => name === 'block, multisig')!.request!)
	const body = JSON.parse(signed.body ?? '') as { tx: { signatures: { pub_key: MultisigKey; signature: string }[] } }
	const [first] = body.tx.signatures
	if (first === undefined) return [signed]
	const { pub_key: key, signature } = first
	const withSignatures = (...signatures: unknown[]): FuzzRequest => ({
		...signed,
		body: JSON.stringify({ ...body, tx: { ...body.tx, signatures } }),
	})
	const amino = (bits: number, ...members: Buffer[]): string =>
		Buffer.concat([
			Buffer.from([0x0a, 5, 0x08, key.value.pubkeys.length, 0x12, 1, bits]),
			...members.map((member) => Buffer.concat([Buffer.from([0x12, member.length]), member])),
		]).toString('base64')
	const one = Buffer.alloc(64, 7)
	const nested = { type: key.type, value: { threshold: '1', pubkeys: [key, ...key.value.pubkeys] } }
	return [
		signed,
		withSignatures({ pub_key: key, signature: amino(0b11100000, one, one, one) }),
		withSignatures({ pub_key: key, signature: amino(0b10100000, one, one) }),
		withSignatures({ pub_key: key, signature: amino(0b00000000) }),
		withSignatures({ pub_key: key, signature }, { pub_key: key, signature }),
		withSignatures({
			pub_key: nested,
			signature: amino(0b10000000, Buffer.from(signature, 'base64').subarray(0, 100)),
		}),
	]
}

interface MultisigKey {
	readonly type: string
	readonly value: { readonly threshold: string; readonly pubkeys: readonly unknown[] }
}

/** Rows whose transactions make the state that requests find. */
export function setUpRequests(generation: 8 | 9): readonly FuzzRequest[] {
	if (generation === 8) {
		const posts = JSON.parse(golden('legacy/rest8-txs-post.json')) as Row[]
		const names = ['sync, first tx of an account', 'block, multisig']
		return posts.filter(({ name }) => names.includes(name ?? '')).map(({ request }) => plain(request!))
	}
	return files[9]
		.flatMap((file) => JSON.parse(golden(file)) as Row[])
		.filter(({ name, request }) => name?.startsWith('set up ') && request?.path === '/txs')
		.map(({ request }) => plain(request!))
}

/** A request as mutations take it: nothing in it waits for a block, for there is none. */
function plain({ method, path, headers, body }: RecordedRequest): FuzzRequest {
	const { 'content-length': _length, ...kept } = Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
	)
	const text = body === undefined ? undefined : bodyText(body)
	return {
		method,
		path,
		headers: kept,
		...(text === undefined
			? {}
			: {
					body: text
						.replaceAll('"mode":"block"', '"mode":"sync"')
						.replaceAll('BROADCAST_MODE_BLOCK', 'BROADCAST_MODE_SYNC'),
				}),
	}
}
