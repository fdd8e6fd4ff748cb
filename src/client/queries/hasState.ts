import { ChainError } from '../../errors/ChainError.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { readGreetingCount } from './greetings.ts'

/**
 * Whether a node has the state of a height. Queries of modules answer a height that is not there as if the state were empty
 * (cosmos-sdk v0.44.5 baseapp/abci.go); a read of one key in a store tells.
 */
export async function hasState(connection: RpcConnection, height: number): Promise<boolean> {
	try {
		await readGreetingCount(connection, { height })
		return true
	} catch (error) {
		const { codespace, code } = sdkErrors.invalidHeight
		if (error instanceof ChainError && error.codespace === codespace && error.code === code) return false
		throw error
	}
}
