import type { EngineControl } from '../../engine/EngineControl.ts'
import type { ConfigurationReply } from '../../wire/AdminSchema.ts'
import type { MethodName, NodeSchema, ParametersOf, ReplyOf } from '../../wire/NodeSchema.ts'

/** Dependencies of the admin namespace besides the engine, provided by the node. */
export interface AdminMethods {
	readonly control: EngineControl
	/** Sends from the faucet account; resolves with the upper-case hash when the transaction is in a block. */
	readonly faucet?: (
		address: string,
		amount: { readonly denom: string; readonly amount: string } | undefined,
	) => Promise<string>
	/** Whether the chain has a funded faucet account. */
	readonly hasFaucet?: () => Promise<boolean>
	/** Data of `admin_status` besides block production. */
	readonly configuration?: () => ConfigurationReply
	/** The list of accounts that anyone may act as. */
	readonly actAs?: {
		readonly addresses: readonly string[]
		change(added: readonly unknown[], removed: readonly unknown[]): void
	}
	/** The framework's genesis document of the current state as JSON text. */
	readonly exportGenesis?: (height?: number) => Promise<string>
}

/**
 * A method outside of Tendermint's set. Its parameters are the members of a JSON object, its result any JSON.
 * @throws {UserError} for what the caller can correct.
 */
export type ExtraMethod = (params: { readonly [name: string]: unknown }) => Promise<unknown>

/** Implementations of a part of the contract: parameters are unchecked, results typed. */
export type ServedMethods<Schema extends Partial<NodeSchema>> = {
	readonly [M in keyof Schema & MethodName]: (
		params: {
			readonly [P in keyof ParametersOf<M>]?: unknown
		},
	) => Promise<ReplyOf<M>>
}
