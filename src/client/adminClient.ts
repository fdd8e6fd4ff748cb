import type { ListenerName } from '../wire/AdminSchema.ts'
import type { Coin } from './chainTypes.ts'
import type { RpcConnection } from './rpc/RpcConnection.ts'
import { userCall } from './withUserErrors.ts'

/** Admin methods of the embedded node, like those of anvil; absent if the node does not offer them. */
export type AdminClient = ReturnType<typeof adminClient>

/** Calls the admin_* methods of a node (wire/AdminSchema.ts). */
export function adminClient(connection: RpcConnection) {
	const call = userCall(connection)
	return {
		setBlockMode: async (mode: 'interval' | 'instant' | 'manual', intervalMs?: number): Promise<void> =>
			void (await call('admin_setBlockMode', { mode, ...(intervalMs === undefined ? {} : { intervalMs }) })),
		mine: async (blocks = 1): Promise<void> => void (await call('admin_mine', { blocks })),
		pause: async (): Promise<void> => void (await call('admin_pause')),
		resume: async (): Promise<void> => void (await call('admin_resume')),
		/** Freezes the clock at an ISO time, or lets it run from there. */
		setTime: async (isoTime: string, { freeze }: { freeze: boolean }): Promise<void> =>
			void (await call('admin_setTime', { time: isoTime, freeze })),
		advanceTime: async (seconds: number): Promise<void> => void (await call('admin_advanceTime', { seconds })),
		/** Sets the node's clock back to the machine's. */
		resetTime: async (): Promise<void> => void (await call('admin_resetTime')),
		/** Takes a snapshot of the current state and stores it on disk. Resolves with its name, by default a number. */
		snapshot: async (name?: string) => (await call('admin_snapshot', name === undefined ? {} : { name })).id,
		/** Lists the snapshots, the lowest height first. */
		snapshots: async () => (await call('admin_snapshots')).snapshots,
		deleteSnapshot: async (name: string): Promise<void> => void (await call('admin_deleteSnapshot', { id: name })),
		/** Goes back to any height the node keeps. Later blocks and snapshots are deleted. */
		rewind: async (height: number): Promise<void> => void (await call('admin_rewind', { height })),
		/** Restores state and clock of a snapshot. The snapshot stays; later ones are deleted. */
		revert: async (name: string): Promise<void> => void (await call('admin_revert', { id: name })),
		/** Whether the chain funds the published faucet account. A chain with its own genesis rarely does. */
		hasFaucet: async () => (await call('admin_hasFaucet')).exists,
		/** Sends from the faucet account; resolves with the tx hash when committed. */
		faucet: async (address: string, amount?: Coin) =>
			(await call('admin_faucet', { address, ...(amount === undefined ? {} : { amount }) })).hash,
		reset: async (): Promise<void> => void (await call('admin_reset')),
		/** Exports the framework's genesis document of the current state as JSON text. */
		exportGenesis: async () => (await call('admin_exportGenesis', {})).genesis,
		/** Changes the list of accounts that anyone may act as, bech32 or 0x; resolves with the list. */
		actAs: async (change: { readonly add?: readonly string[]; readonly remove?: readonly string[] }) =>
			(await call('admin_actAs', change)).addresses,
		setListener: async (name: ListenerName, on: boolean): Promise<void> =>
			void (await call('admin_setListener', { name, on })),
	}
}
