import { textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { heightFlag, pageRequest, paginationFlags, runQuery } from '../support/queryCommand.ts'

/** `q bank balances` */
export const queryBalances: CommandSpec = {
	name: 'balances',
	args: '[address]',
	count: exactly(1),
	description: 'query for account balances by address',
	examples: ['q bank balances chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q --denom uchain'],
	flags: [{ flag: '--denom <denom>', description: 'only this denomination' }, heightFlag, ...paginationFlags],
	run: async (context, [text = '']) => {
		const { checkBech32 } = await import('../support/checkAddress.ts')
		const { homeConfig } = await import('../support/home.ts')
		const address = checkBech32(text, homeConfig(context).settings.prefix)
		const { Query } = await import('../../gen/cosmos/bank/v1beta1/query_pb.js')
		const next = 'Check the address and its prefix.'
		const denom = textFlag(context, 'denom') ?? ''
		if (denom !== '') return runQuery(context, Query.method.balance, { address, denom }, next)
		return runQuery(context, Query.method.allBalances, { address, pagination: pageRequest(context) }, next)
	},
}

/** `q bank total` */
export const queryTotal: CommandSpec = {
	name: 'total',
	description: 'query the total supply of coins of the chain',
	examples: ['q bank total'],
	flags: [{ flag: '--denom <denom>', description: 'only this denomination' }, heightFlag, ...paginationFlags],
	run: async (context) => {
		const { Query } = await import('../../gen/cosmos/bank/v1beta1/query_pb.js')
		const next = 'Check the denomination.'
		const denom = textFlag(context, 'denom') ?? ''
		if (denom !== '') return runQuery(context, Query.method.supplyOf, { denom }, next)
		return runQuery(context, Query.method.totalSupply, { pagination: pageRequest(context) }, next)
	},
}
