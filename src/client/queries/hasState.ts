import { ChainError } from '../../errors/ChainError.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { readGreetingCount } from './greetings.ts'

/**
 * Whether a node has the state of a height. Module queries at a missing height answer as if the state were empty
 * (cosmos-sdk v0.44.5 baseapp/abci.go), but reading a store key fails.
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
