import type { Nothing } from './TendermintSchema.ts'

/** Block mode. */
export type BlockModeName = 'interval' | 'instant' | 'manual'

/** Name of a listener of a node, which is also its flag. */
export type ListenerName = 'rpc' | 'rest' | 'grpc' | 'legacy8' | 'endpoints' | 'eth'

/** Addresses a node listens on, `http://127.0.0.1:26657`; absent when off. */
export type ListenerAddresses = { readonly [Name in ListenerName]?: string }

/** Listeners whose port was taken: the port that was asked for, and the one that is used. */
export type MovedPorts = { readonly [Name in ListenerName]?: { readonly asked: number; readonly used: number } }

/** Block production and clock of a node. */
export type ProductionReply = {
	readonly running: boolean
	readonly paused: boolean
	readonly mode: BlockModeName
	/** Milliseconds between blocks. */
	readonly intervalMs: number
	/** The chain's time now, RFC 3339. */
	readonly time: string
	/** Milliseconds by which the chain's clock is ahead of the machine's. */
	readonly offsetMs: number
	/** Whether the chain's clock stands still. */
	readonly frozen: boolean
}

/** A named state to go back to. */
export type SnapshotReply = {
	readonly name: string
	readonly height: number
	/** When it was taken, by the machine's clock: ISO 8601. */
	readonly time: string
	/** Milliseconds by which the chain's clock was ahead of the machine's. */
	readonly offsetMs: number
	/** Whether the chain's clock stood still. */
	readonly frozen: boolean
}

/** Address prefix, denomination and amino names of a chain. */
export type SettingsReply = {
	readonly prefix: string
	readonly denom: string
	readonly coinType: number
	readonly aminoBrand: 'chain' | 'cosmos'
}

/** Configuration of a node and the addresses of its listeners. */
export type ConfigurationReply = {
	readonly settings: SettingsReply
	/** `0.01uchain`, comma-separated; empty accepts any fee. */
	readonly minimumGasPrices: string
	readonly listeners: ListenerAddresses
	/** Accounts that anyone may act as, bech32; absent where nobody may. */
	readonly actAs?: readonly string[]
	/** None in replies of older nodes. */
	readonly moved?: MovedPorts
}

/** Reply of `admin_status`: block production and, if the node reports it, its configuration. */
export type AdminStatusReply = ProductionReply & Partial<ConfigurationReply>

/** A coin with its amount in the smallest unit. */
type Coin = { readonly denom: string; readonly amount: string }

/** Powers over a developer's node: the admin namespace. In parameters numbers may also be texts. */
export interface AdminSchema {
	admin_status: { Parameters: Nothing; ReturnType: AdminStatusReply }
	admin_setBlockMode: {
		Parameters: { readonly mode: BlockModeName; readonly intervalMs?: number }
		ReturnType: ProductionReply
	}
	/** Makes blocks, one by default, at most 10,000. Answers the height after them. */
	admin_mine: { Parameters: { readonly blocks?: number }; ReturnType: { readonly height: number } }
	admin_pause: { Parameters: Nothing; ReturnType: ProductionReply }
	admin_resume: { Parameters: Nothing; ReturnType: ProductionReply }
	/** `time` is RFC 3339. */
	admin_setTime: { Parameters: { readonly time: string; readonly freeze?: boolean }; ReturnType: ProductionReply }
	admin_advanceTime: { Parameters: { readonly seconds: number }; ReturnType: ProductionReply }
	/** Lets the chain's clock be the machine's again. */
	admin_resetTime: { Parameters: Nothing; ReturnType: ProductionReply }
	/** Names the present state; a free number when no name is given. Answers the name. */
	admin_snapshot: { Parameters: { readonly name?: string }; ReturnType: { readonly id: string } }
	/** The snapshots there are, the oldest height first. */
	admin_snapshots: { Parameters: Nothing; ReturnType: { readonly snapshots: readonly SnapshotReply[] } }
	admin_deleteSnapshot: { Parameters: { readonly id: string }; ReturnType: { readonly id: string } }
	/** Goes back to any kept height; later blocks and snapshots are deleted. Returns the height. */
	admin_rewind: { Parameters: { readonly height: number }; ReturnType: { readonly height: number } }
	/** Restores state and clock of a snapshot. The snapshot stays; later ones are deleted. */
	admin_revert: { Parameters: { readonly id: string }; ReturnType: { readonly height: number } }
	/** Answers the hash when the coins have arrived. */
	admin_faucet: {
		Parameters: { readonly address: string; readonly amount?: Coin }
		ReturnType: { readonly hash: string }
	}
	admin_hasFaucet: { Parameters: Nothing; ReturnType: { readonly exists: boolean } }
	/** Restarts the chain, from another genesis document if its text is given. */
	admin_reset: { Parameters: { readonly genesis?: string }; ReturnType: { readonly height: number } }
	/** The framework's genesis document of the current state, or of a kept height, as JSON text. */
	admin_exportGenesis: { Parameters: { readonly height?: number }; ReturnType: { readonly genesis: string } }
	/** Opens or closes a listener. */
	admin_setListener: {
		Parameters: { readonly name: ListenerName; readonly on: boolean }
		ReturnType: ListenerAddresses
	}
	/** Changes and answers whose transactions need no signature, bech32 or 0x: with --admin, or in the app. */
	admin_actAs: {
		Parameters: { readonly add?: readonly string[]; readonly remove?: readonly string[] }
		ReturnType: { readonly addresses: readonly string[] }
	}
	/** A request to the node's own REST routes, of generation 8 or 9. */
	rest_request: {
		Parameters: {
			readonly generation: 8 | 9
			readonly method?: string
			readonly path: string
			readonly body?: string
		}
		ReturnType: { readonly status: number; readonly body: string }
	}
}
