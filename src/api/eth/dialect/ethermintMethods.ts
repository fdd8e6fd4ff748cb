import { EthFault } from '../EthFault.ts'
import type { EthMethods } from '../EthMethod.ts'
import type { EthParts } from '../EthParts.ts'
import { ethermintBlockDumpMethods } from '../ethermint/blockDumpMethods.ts'
import { ethermintCallMethods } from '../ethermint/callMethods.ts'
import { ethermintFeeMethods } from '../ethermint/feeMethods.ts'
import { ethermintNodeMethods } from '../ethermint/nodeMethods.ts'
import { ethermintStateMethods } from '../ethermint/stateMethods.ts'
import { ethermintTraceMethods } from '../ethermint/traceMethods.ts'
import { ethBlockMethods } from '../methods/ethBlockMethods.ts'
import { ethLogMethods } from '../methods/ethLogMethods.ts'
import { ethMinerMethods } from '../methods/ethMinerMethods.ts'
import { ethNodeMethods } from '../methods/ethNodeMethods.ts'
import { ethProofMethods } from '../methods/ethProofMethods.ts'
import { ethSendMethods } from '../methods/ethSendMethods.ts'
import { ethTxMethods } from '../methods/ethTxMethods.ts'

/** The public methods of the ethermint v0.14.1 dialect. */
export function ethermintMethods({ context, news, filters }: EthParts): EthMethods {
	return {
		...ethNodeMethods(context),
		...ethBlockMethods(context),
		...ethTxMethods(context),
		...ethLogMethods(context, filters),
		...ethSendMethods(context, news),
		...ethProofMethods(context),
		...ethMinerMethods(),
		...ethermintNodeMethods(context),
		...ethermintStateMethods(context),
		...ethermintCallMethods(context),
		...ethermintFeeMethods(context),
		...ethermintTraceMethods(context),
		...ethermintBlockDumpMethods(context),
		eth_subscribe: () => {
			throw new EthFault('notifications not supported')
		},
	}
}
