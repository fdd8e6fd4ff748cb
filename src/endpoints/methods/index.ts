import type { EthMethod } from '../../api/eth/rpc/EthMethod.ts'
import { accountMethods } from './accountMethods.ts'
import { blockMethods } from './blockMethods.ts'
import { feeMethods } from './feeMethods.ts'
import { logMethods } from './logMethods.ts'
import { nodeMethods } from './nodeMethods.ts'
import type { PlainContext } from './plainParams.ts'

/** The methods that a private endpoint offers on a chain without an EVM; one with an EVM has `src/api/eth/methods`. */
export const plainMethods: readonly EthMethod<PlainContext>[] = [
	...nodeMethods,
	...accountMethods,
	...blockMethods,
	...feeMethods,
	...logMethods,
]
