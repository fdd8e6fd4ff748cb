import type { NetworkStatus, NetworkValidator } from '../../../src/client/ChainClient.ts'

/** A validator of which each commit is a letter: s signed, a absent, n no block. */
function validator(name: string, commits: string, rest: Partial<NetworkValidator> = {}): NetworkValidator {
	const marks = { s: 'signed', a: 'absent', n: 'nil' } as const
	return {
		address: Buffer.from(name.padEnd(20, '.')).toString('hex').toUpperCase(),
		name,
		power: 10n,
		isOwn: false,
		prevote: 'block',
		precommit: 'none',
		commits: [...commits].map((letter) => marks[letter as keyof typeof marks]),
		proposed: 1,
		...rest,
	}
}

/** A network of four of which one is missing since two blocks. */
export const networkOfFour: NetworkStatus = {
	height: 1_205,
	round: 1,
	step: 'precommit',
	since: '2026-11-21T02:45:09Z',
	proposer: validator('node2', '').address,
	prevotes: 0.75,
	precommits: 0.5,
	validators: [
		validator('node0', 'ssss', { isOwn: true, precommit: 'block' }),
		validator('node1', 'ssaa', { prevote: 'none' }),
		validator('node2', 'ssss', { proposed: 2 }),
		validator('\u001b[31mnode3', 'snss', { precommit: 'nil' }),
	],
	peers: [
		{ id: 'ab'.repeat(20), moniker: 'node2', version: '0.34.34', address: '127.0.0.1', outbound: true },
		{ id: 'cd'.repeat(20), moniker: '\u001b]0;title\u0007', version: '0.34.34', address: '127.0.0.2', outbound: false },
	],
	from: 1_201,
	to: 1_204,
}
