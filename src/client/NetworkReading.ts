/** A node this node is connected to; texts of strangers. */
export interface NodePeer {
	readonly id: string
	readonly moniker: string
	/** Of its engine. */
	readonly version: string
	/** IP address. */
	readonly address: string
	/** This node called the other. */
	readonly outbound: boolean
}

/** What a validator did in a block's commit: signed it, voted for no block, or was not heard. */
export type SignedMark = 'signed' | 'nil' | 'absent' | 'unknown'

/** A vote in the round that runs: for a block, for none, or not seen yet. */
export type VoteMark = 'block' | 'nil' | 'none'

/** A validator of a network, and what it did lately. */
export interface NetworkValidator {
	/** Upper-case hex. */
	readonly address: string
	/** As the genesis calls it, a text of strangers; empty when it does not. */
	readonly name: string
	readonly power: bigint
	/** It is the one of the node that tells this. */
	readonly isOwn: boolean
	readonly prevote: VoteMark
	readonly precommit: VoteMark
	/** In the commits of the last blocks, the oldest first. */
	readonly commits: readonly SignedMark[]
	/** How many of these blocks it proposed. */
	readonly proposed: number
}

/** How a network of a real engine does, as one of its nodes tells. */
export interface NetworkReading {
	/** The height that is being decided, and the round and step of it. */
	readonly height: number
	readonly round: number
	/** `propose`, `prevote`, `precommit`, `commit`, … */
	readonly step: string
	/** When the height began, RFC 3339. */
	readonly since: string
	/** Address of the proposer of the round. */
	readonly proposer: string
	/** Seen votes of the round as share of all power, 0 to 1. */
	readonly prevotes: number
	readonly precommits: number
	readonly validators: readonly NetworkValidator[]
	readonly peers: readonly NodePeer[]
	/** First and last block whose commits were read; 0 before there are any. */
	readonly from: number
	readonly to: number
}
