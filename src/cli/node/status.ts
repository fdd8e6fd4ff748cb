import { readRunningNode } from '../../node/home/runningNode.ts'
import type { MovedPorts } from '../../wire/AdminSchema.ts'
import { type CommandContext, textFlag } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { withNode } from '../support/connect.ts'
import { homeConfig } from '../support/home.ts'

/** Only for the home's own node: the listeners that moved to another port. The framework has no such field. */
function movedPorts(context: CommandContext): { readonly MovedPorts?: MovedPorts } {
	if (textFlag(context, 'node') !== undefined) return {}
	const { moved } = readRunningNode(homeConfig(context).home) ?? {}
	return moved === undefined ? {} : { MovedPorts: moved }
}

/** `status` */
export const status: CommandSpec = {
	name: 'status',
	description: 'query the node for its status',
	examples: ['status', 'status --node http://127.0.0.1:26657 --output json'],
	run: async (context) => {
		const reply = await withNode(context, (node) => node.call('status'))
		const validator = reply.validator_info
		// The framework prints these names (cosmos-sdk v0.44.5 client/rpc/status.go).
		await printResult(context, {
			NodeInfo: reply.node_info,
			SyncInfo: reply.sync_info,
			ValidatorInfo: {
				Address: validator.address,
				PubKey: validator.pub_key,
				VotingPower: validator.voting_power,
			},
			...movedPorts(context),
		})
	},
}
