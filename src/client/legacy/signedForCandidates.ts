import type { StdTx } from '../../codec/amino/stdTx.ts'

/** A guess at what a signature covers. */
export interface SignedFor {
	readonly chainId: string
	readonly accountNumber: bigint
	readonly sequence: bigint
	/** How the client wrote the sign document. */
	readonly variant: 'exact' | 'unescapedHtml' | 'withoutTimeout' | 'undefinedSequence' | 'undefinedAccountNumber'
}

/** Range of neighbouring numbers to try, alone and combined with another difference. */
const reach = 200n
const pairReach = 12n

/**
 * Yields common causes of wrong signatures, the likeliest first: other document forms, nearby sequences and account
 * numbers, other chain ids, and pairs of these. Fewer than two thousand.
 */
export function* signedForCandidates(
	right: SignedFor,
	tx: StdTx,
	otherChainIds: readonly string[],
): Generator<SignedFor> {
	yield { ...right, variant: 'unescapedHtml' }
	if (tx.timeoutHeight !== 0n) yield { ...right, variant: 'withoutTimeout' }
	yield { ...right, variant: 'undefinedSequence' }
	yield { ...right, variant: 'undefinedAccountNumber' }
	for (const sequence of neighbours(right.sequence, reach)) yield { ...right, sequence }
	for (const accountNumber of neighbours(right.accountNumber, reach)) yield { ...right, accountNumber }
	const sequences = neighbours(right.sequence, pairReach)
	const numbers = neighbours(right.accountNumber, pairReach)
	const chainIds = [...new Set([...otherChainIds, ...similarChainIds(right.chainId)])].filter(
		(id) => id !== right.chainId,
	)
	for (const chainId of chainIds) {
		yield { ...right, chainId }
		for (const sequence of sequences) yield { ...right, chainId, sequence }
	}
	for (const sequence of sequences) {
		yield { ...right, sequence, variant: 'unescapedHtml' }
		for (const accountNumber of numbers) yield { ...right, accountNumber, sequence }
	}
}

function neighbours(right: bigint, reach: bigint): readonly bigint[] {
	const out: bigint[] = []
	for (let step = 1n; step <= reach; step++) {
		out.push(right + step)
		if (right >= step) out.push(right - step)
	}
	if (!out.includes(0n) && right !== 0n) out.push(0n)
	return out
}

/** Chain ids that a client may still use: other revisions of the same chain, none, and the localnets of old clients. */
function similarChainIds(chainId: string): readonly string[] {
	const out = ['', 'undefined', 'chain-localnet', 'kava-localnet', 'kava-8', 'kava-9', 'testing', 'test-chain']
	const revision = /^(.*-)(\d+)$/.exec(chainId)
	if (revision !== null) {
		const number = Number(revision[2])
		for (let other = Math.max(0, number - 3); other <= number + 3; other++) out.push(`${revision[1]}${other}`)
	} else out.push(`${chainId}-1`, `${chainId}-2`)
	return out
}
