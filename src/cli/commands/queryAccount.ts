import type { CommandContext } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { withNode } from '../support/connect.ts'
import { heightFlag, wholeNumber } from '../support/queryCommand.ts'
import { queryError } from '../support/queryError.ts'

/** `q auth account` and `q account`: prints the account without the enclosing reply (x/auth/client/cli/query.go). */
export const queryAccount: CommandSpec = {
	name: 'account',
	args: '[address]',
	count: exactly(1),
	description: 'query for account by address',
	examples: ['q auth account chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q'],
	flags: [heightFlag],
	run: async (context: CommandContext, [text = '']) => {
		const { checkBech32 } = await import('../support/checkAddress.ts')
		const { homeConfig } = await import('../support/home.ts')
		const address = checkBech32(text, homeConfig(context).settings.prefix)
		const { queryMethod } = await import('../../client/index.ts')
		const { Query } = await import('../../gen/cosmos/auth/v1beta1/query_pb.js')
		const { encodeProtoJson } = await import('../../codec/gatewayJson/encodeProtoJson.ts')
		const { createRegistry } = await import('../../codec/registry/createRegistry.ts')
		const { AnySchema } = await import('@bufbuild/protobuf/wkt')
		const { create } = await import('@bufbuild/protobuf')
		const height = wholeNumber(context, 'height')
		try {
			const { account = create(AnySchema) } = await withNode(context, (connection) =>
				queryMethod(connection, Query.method.account, { address }, height === undefined ? {} : { height }),
			)
			const json = encodeProtoJson(account, AnySchema, { registry: createRegistry({ evm: true }) })
			if (context.output === 'json') context.io.stdout(`${json}\n`)
			else await printResult(context, JSON.parse(json))
			return undefined
		} catch (error) {
			throw queryError(error, 'An account is on the chain once it has received coins.')
		}
	},
}
