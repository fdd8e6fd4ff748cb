/** A peer of this node. Its texts are untrusted. */
export interface NodePeer {
	readonly id: string
	readonly moniker: string
	/** Version of its engine. */
	readonly version: string
	/** IP address. */
	readonly address: string
	/** Whether this node opened the connection. */
	readonly outbound: boolean
}

/** A validator's part in the commit of a block: it signed, voted nil, or was absent. */
export type SignedMark = 'signed' | 'nil' | 'absent' | 'unknown'

/** A vote in the current round: for a block, nil, or not seen yet. */
export type VoteMark = 'block' | 'nil' | 'none'

/** A validator of a network and its recent activity. */
export interface NetworkValidator {
	/** Upper-case hex. */
	readonly address: string
	/** Name in the genesis, untrusted text; empty if there is none. */
	readonly name: string
	readonly power: bigint
	/** Whether it is the validator of the reporting node. */
	readonly isOwn: boolean
	readonly prevote: VoteMark
	readonly precommit: VoteMark
	/** Its marks in the commits of the last blocks, the oldest first. */
	readonly commits: readonly SignedMark[]
	/** Number of these blocks that it proposed. */
	readonly proposed: number
}

/** Condition of a network that a real engine runs, as one of its nodes reports it. */
export interface NetworkStatus {
	/** Height in progress, with its round and step. */
	readonly height: number
	readonly round: number
	/** `propose`, `prevote`, `precommit`, `commit`, … */
	readonly step: string
	/** Time the height began, RFC 3339. */
	readonly since: string
	/** Address of the proposer of the round. */
	readonly proposer: string
	/** Share of the voting power whose votes of the round were seen, 0 to 1. */
	readonly prevotes: number
	readonly precommits: number
	readonly validators: readonly NetworkValidator[]
	readonly peers: readonly NodePeer[]
	/** First and last block whose commits were read; 0 before the first. */
	readonly from: number
	readonly to: number
}
