import { EthFault, ethCodes } from '../EthFault.ts'
import type { EthMethods } from '../EthMethod.ts'
import type { EthParts } from '../EthParts.ts'
import { ethBlockMethods } from '../methods/ethBlockMethods.ts'
import { ethCallMethods } from '../methods/ethCallMethods.ts'
import { ethConfigMethods } from '../methods/ethConfigMethods.ts'
import { ethDebugMethods } from '../methods/ethDebugMethods.ts'
import { ethFeeMethods } from '../methods/ethFeeMethods.ts'
import { ethLogMethods } from '../methods/ethLogMethods.ts'
import { ethMinerMethods } from '../methods/ethMinerMethods.ts'
import { ethNodeMethods } from '../methods/ethNodeMethods.ts'
import { ethProofMethods } from '../methods/ethProofMethods.ts'
import { ethRawMethods } from '../methods/ethRawMethods.ts'
import { ethSendMethods } from '../methods/ethSendMethods.ts'
import { ethSendSyncMethods } from '../methods/ethSendSyncMethods.ts'
import { ethSimulateMethods } from '../methods/ethSimulateMethods.ts'
import { ethStateMethods } from '../methods/ethStateMethods.ts'
import { ethTxMethods } from '../methods/ethTxMethods.ts'

/** The public methods of the geth dialect. */
export function gethMethods({ context, news, filters }: EthParts): EthMethods {
	return {
		...ethNodeMethods(context),
		...ethConfigMethods(context),
		...ethBlockMethods(context),
		...ethTxMethods(context),
		...ethStateMethods(context),
		...ethCallMethods(context),
		...ethSimulateMethods(context),
		...ethFeeMethods(context),
		...ethLogMethods(context, filters),
		...ethSendMethods(context, news),
		...ethSendSyncMethods(context, news),
		...ethDebugMethods(context),
		...ethProofMethods(context),
		...ethMinerMethods(),
		...ethRawMethods(context),
		eth_subscribe: noSubscriptions,
	}
}

const noSubscriptions = (): never => {
	throw new EthFault('notifications not supported', ethCodes.methodNotFound)
}
