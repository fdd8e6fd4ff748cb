import type { EthContext } from '../EthContext.ts'
import { ethermintBlockDumpMethods } from '../ethermint/blockDumpMethods.ts'
import { ethermintCallMethods } from '../ethermint/callMethods.ts'
import { ethermintFeeMethods } from '../ethermint/feeMethods.ts'
import { ethermintNodeMethods } from '../ethermint/nodeMethods.ts'
import { ethermintStateMethods } from '../ethermint/stateMethods.ts'
import { ethermintTraceMethods } from '../ethermint/traceMethods.ts'
import { keyMethods } from '../keys/keyMethods.ts'
import { anvilMethods } from '../powers/anvilMethods.ts'
import { chainPowerMethods, refusedPowerMethods } from '../powers/chainPowerMethods.ts'
import { newKeyMethods } from '../powers/newKeyMethods.ts'
import { poolPowerMethods } from '../powers/poolPowerMethods.ts'
import { stateFileMethods } from '../powers/stateFileMethods.ts'
import { statePowerMethods } from '../powers/statePowerMethods.ts'
import { tokenPowerMethods } from '../powers/tokenPowerMethods.ts'
import type { EthMethod } from '../rpc/EthMethod.ts'
import { blockMethods } from './ethBlockMethods.ts'
import { callMethods } from './ethCallMethods.ts'
import { configMethods } from './ethConfigMethods.ts'
import { debugMethods } from './ethDebugMethods.ts'
import { feeMethods } from './ethFeeMethods.ts'
import { logMethods } from './ethLogMethods.ts'
import { minerMethods } from './ethMinerMethods.ts'
import { nodeMethods } from './ethNodeMethods.ts'
import { otterscanMethods } from './ethOtterscanMethods.ts'
import { poolMethods } from './ethPoolMethods.ts'
import { proofMethods } from './ethProofMethods.ts'
import { rawMethods } from './ethRawMethods.ts'
import { stateMethods } from './ethStateMethods.ts'
import { traceMethods } from './ethTraceMethods.ts'
import { sendMethods, txMethods } from './ethTxMethods.ts'
import { walletMethods } from './ethWalletMethods.ts'

/** Every method of a chain with an EVM, in both dialects. A new one is defined in a file of its own and listed here. */
export const ethMethods: readonly EthMethod<EthContext>[] = [
	...nodeMethods,
	...configMethods,
	...blockMethods,
	...txMethods,
	...stateMethods,
	...callMethods,
	...feeMethods,
	...logMethods,
	...sendMethods,
	...debugMethods,
	...traceMethods,
	...otterscanMethods,
	...proofMethods,
	...minerMethods,
	...rawMethods,
	...poolMethods,
	...keyMethods,
	...walletMethods,
	...anvilMethods,
	...chainPowerMethods,
	...newKeyMethods,
	...poolPowerMethods,
	...refusedPowerMethods,
	...statePowerMethods,
	...stateFileMethods,
	...tokenPowerMethods,
	...ethermintNodeMethods,
	...ethermintStateMethods,
	...ethermintCallMethods,
	...ethermintFeeMethods,
	...ethermintTraceMethods,
	...ethermintBlockDumpMethods,
]
