import { type CommandSpec, exactly } from '../defineCommand.ts'
import { heightFlag, pageRequest, paginationFlags, runQuery } from '../support/queryCommand.ts'

/** `q greet list-greetings` */
export const listGreetings: CommandSpec = {
	name: 'list-greetings',
	description: 'list all greetings',
	examples: ['q greet list-greetings'],
	details: 'The node answers with every greeting, whatever page is asked for.',
	flags: [heightFlag, ...paginationFlags],
	run: async (context) => {
		const { Query } = await import('../../gen/chain/greet/v1beta1/query_pb.js')
		return runQuery(context, Query.method.greetAll, { pagination: pageRequest(context) }, 'Check the flags.')
	},
}

/** `q greet get-greeting` */
export const getGreeting: CommandSpec = {
	name: 'get-greeting',
	args: '[id]',
	count: exactly(1),
	description: 'shows a greeting',
	examples: ['q greet get-greeting 0'],
	flags: [heightFlag],
	run: async (context, [id = '']) => {
		const { Query } = await import('../../gen/chain/greet/v1beta1/query_pb.js')
		return runQuery(
			context,
			Query.method.greet,
			{ id },
			'Ids count from 0; see those there are with `chain-tui q greet list-greetings`.',
		)
	},
}
