import type { AdminClient, Coin } from './ChainClient.ts'
import type { RpcConnection } from './rpc/RpcConnection.ts'
import { withUserErrors } from './withUserErrors.ts'

/** Powers over a node that serves the admin_* methods (their table: api/rpc/methods/adminMethods.ts). */
export function adminClient(connection: RpcConnection): AdminClient {
	const call = withUserErrors((method: string, params: Readonly<Record<string, unknown>>) =>
		connection.call(method, params),
	)
	const order = async (method: string, params: Readonly<Record<string, unknown>> = {}): Promise<void> => {
		await call(method, params)
	}
	const ask = async (
		member: string,
		method: string,
		params: Readonly<Record<string, unknown>> = {},
	): Promise<string> => {
		const result = (await call(method, params)) as Readonly<Record<string, unknown>>
		return String(result[member])
	}
	return {
		setBlockMode: (mode, intervalMs) =>
			order('admin_setBlockMode', { mode, ...(intervalMs === undefined ? {} : { intervalMs }) }),
		mine: (blocks = 1) => order('admin_mine', { blocks }),
		pause: () => order('admin_pause'),
		resume: () => order('admin_resume'),
		setTime: (isoTime, { freeze }) => order('admin_setTime', { time: isoTime, freeze }),
		advanceTime: (seconds) => order('admin_advanceTime', { seconds }),
		snapshot: () => ask('id', 'admin_snapshot'),
		revert: (snapshotId) => order('admin_revert', { id: snapshotId }),
		hasFaucet: async () => (await ask('exists', 'admin_hasFaucet')) === 'true',
		faucet: (address: string, amount?: Coin) =>
			ask('hash', 'admin_faucet', { address, ...(amount === undefined ? {} : { amount }) }),
		reset: () => order('admin_reset'),
		exportGenesis: () => ask('genesis', 'admin_exportGenesis'),
		setListener: (name, on) => order('admin_setListener', { name, on }),
	}
}
