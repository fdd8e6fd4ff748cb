import { getNodeAbout } from '../actions/node.ts'
import type { NetworkStatus, NetworkValidator, SignedMark, VoteMark } from '../NetworkStatus.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { RpcError } from '../rpc/RpcError.ts'

/** Number of newest blocks whose commits are read. */
const lookedAt = 30
/** Most commits per call of `read`, so that the first calls build up the list gradually. */
const atOnce = 10

/** Steps of a round (tendermint v0.34 consensus/types/round_state.go). */
const steps = [
	'',
	'new height',
	'new round',
	'propose',
	'prevote',
	'prevote wait',
	'precommit',
	'precommit wait',
	'commit',
]

interface KnownCommit {
	readonly proposer: string
	/** By address. */
	readonly marks: ReadonlyMap<string, SignedMark>
}

/**
 * Reads the state of a network from one of its nodes: the validators, the current round (`consensus_state`), who signed
 * the last blocks (`commit`), and the peers. Commits and names of the genesis are read once.
 */
export class NetworkReader {
	readonly #connection: RpcConnection
	readonly #commits = new Map<number, KnownCommit>()
	#names: Promise<ReadonlyMap<string, string>> | undefined

	constructor(connection: RpcConnection) {
		this.#connection = connection
	}

	/** Reads the current state. @throws {RpcError} if the node refuses. @throws {UserError} if it does not answer. */
	async read(): Promise<NetworkStatus> {
		const call = this.#connection.call
		this.#names ??= this.#readNames()
		const [status, set, consensus, about, names] = await Promise.all([
			call('status'),
			call('validators', { per_page: '100' }),
			call('consensus_state'),
			getNodeAbout({ connection: this.#connection }),
			this.#names,
		])
		const latest = Number(status.sync_info.latest_block_height)
		await this.#readCommits(
			Math.max(Number(status.sync_info.earliest_block_height) || 1, latest - lookedAt + 1),
			latest,
		)
		const { round_state: state } = consensus
		const [height, round = 0, step = 0] = state['height/round/step'].split('/').map(Number) as [number, ...number[]]
		const votes = state.height_vote_set.find((set) => set.round === round)
		const heights = [...this.#commits.keys()].sort((a, b) => a - b)
		const validators = set.validators.map(({ address, voting_power }, index): NetworkValidator => {
			const commits = heights.map((at) => this.#commits.get(at)?.marks.get(address) ?? 'unknown')
			return {
				address,
				name: names.get(address) ?? '',
				power: BigInt(voting_power),
				isOwn: address === status.validator_info.address,
				prevote: voteMark(votes?.prevotes[index]),
				precommit: voteMark(votes?.precommits[index]),
				commits,
				proposed: [...this.#commits.values()].filter(({ proposer }) => proposer === address).length,
			}
		})
		return {
			height,
			round,
			step: steps[step] ?? String(step),
			since: state.start_time,
			proposer: state.proposer.address,
			prevotes: shareOf(votes?.prevotes_bit_array),
			precommits: shareOf(votes?.precommits_bit_array),
			validators,
			peers: about.peers,
			from: heights[0] ?? 0,
			to: heights.at(-1) ?? 0,
		}
	}

	/** Reads the commits of the last heights and drops older ones. Reads all again if the chain went back. */
	async #readCommits(from: number, to: number): Promise<void> {
		for (const height of [...this.#commits.keys()]) if (height < from || height > to) this.#commits.delete(height)
		const missing: number[] = []
		for (let height = to; height >= from && missing.length < atOnce; height--) {
			if (!this.#commits.has(height)) missing.push(height)
		}
		const found = await Promise.all(missing.map((height) => this.#readCommit(height)))
		for (const [index, commit] of found.entries()) if (commit !== undefined) this.#commits.set(missing[index]!, commit)
	}

	async #readCommit(height: number): Promise<KnownCommit | undefined> {
		try {
			const reply = await this.#connection.call('commit', { height: String(height) })
			// The commit of the newest block still grows until the next block fixes it.
			if (reply === null || !reply.canonical) return undefined
			const { header, commit } = reply.signed_header
			const { validators } = await this.#connection.call('validators', { height: String(height), per_page: '100' })
			const flags = ['unknown', 'absent', 'signed', 'nil'] as const
			const marks = validators.map(({ address }, index): [string, SignedMark] => [
				address,
				flags[commit.signatures[index]?.block_id_flag ?? 1] ?? 'unknown',
			])
			return { proposer: header.proposer_address, marks: new Map(marks) }
		} catch (error) {
			// The node does not keep this height.
			if (error instanceof RpcError) return undefined
			throw error
		}
	}

	/** Names of validators in the genesis; empty if the genesis is too large for one reply. */
	async #readNames(): Promise<ReadonlyMap<string, string>> {
		try {
			const { genesis } = await this.#connection.call('genesis')
			return new Map((genesis.validators ?? []).map(({ address, name }) => [address, name]))
		} catch (error) {
			if (!(error instanceof RpcError)) this.#names = undefined
			return new Map()
		}
	}
}

/** `nil-Vote` is a vote that was not seen; a nil vote has a hash of zeros (types/vote.go String). */
function voteMark(text: string | undefined): VoteMark {
	if (text === undefined || text === 'nil-Vote') return 'none'
	return / 000000000000 /.test(text) ? 'nil' : 'block'
}

/** The share of votes at the end of `BA{4:xx__} 20/40 = 0.50`. */
function shareOf(bitArray: string | undefined): number {
	const [, part = '0', whole = '0'] = /(\d+)\/(\d+) = /.exec(bitArray ?? '') ?? []
	return Number(whole) === 0 ? 0 : Number(part) / Number(whole)
}
