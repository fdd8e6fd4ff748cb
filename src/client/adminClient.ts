import type { AdminClient, Coin } from './chainTypes.ts'
import type { RpcConnection } from './rpc/RpcConnection.ts'
import { userCall } from './withUserErrors.ts'

/** Calls the admin_* methods of a node (wire/AdminSchema.ts). */
export function adminClient(connection: RpcConnection): AdminClient {
	const call = userCall(connection)
	return {
		setBlockMode: async (mode, intervalMs) => {
			await call('admin_setBlockMode', { mode, ...(intervalMs === undefined ? {} : { intervalMs }) })
		},
		mine: async (blocks = 1) => {
			await call('admin_mine', { blocks })
		},
		pause: async () => {
			await call('admin_pause')
		},
		resume: async () => {
			await call('admin_resume')
		},
		setTime: async (isoTime, { freeze }) => {
			await call('admin_setTime', { time: isoTime, freeze })
		},
		advanceTime: async (seconds) => {
			await call('admin_advanceTime', { seconds })
		},
		resetTime: async () => {
			await call('admin_resetTime')
		},
		snapshot: async (name) => (await call('admin_snapshot', name === undefined ? {} : { name })).id,
		snapshots: async () => (await call('admin_snapshots')).snapshots,
		deleteSnapshot: async (name) => {
			await call('admin_deleteSnapshot', { id: name })
		},
		rewind: async (height) => {
			await call('admin_rewind', { height })
		},
		revert: async (snapshotId) => {
			await call('admin_revert', { id: snapshotId })
		},
		hasFaucet: async () => (await call('admin_hasFaucet')).exists,
		faucet: async (address: string, amount?: Coin) =>
			(await call('admin_faucet', { address, ...(amount === undefined ? {} : { amount }) })).hash,
		reset: async () => {
			await call('admin_reset')
		},
		exportGenesis: async () => (await call('admin_exportGenesis', {})).genesis,
		actAs: async (change) => (await call('admin_actAs', change)).addresses,
		setListener: async (name, on) => {
			await call('admin_setListener', { name, on })
		},
	}
}
