import type { EndpointsClient } from '../../endpoints/client/EndpointsClient.ts'
import { type CommandContext, textFlag } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { homeConfig } from '../support/home.ts'
import { resolveName } from './resolveName.ts'

/** A command of the endpoint service. The result of `run` is printed; undefined prints nothing. */
export type EndpointsCommandSpec = Omit<CommandSpec, 'run' | 'examples'> & {
	/** An example that works, without `chain-tui endpoints`; the help page shows it. */
	readonly example: string
	run(client: EndpointsClient, args: readonly string[], context: CommandContext): Promise<unknown>
}

/** Creates a command that talks to the endpoint service of the home's node, or of --endpoints-url. */
export function endpointsCommand(spec: EndpointsCommandSpec): CommandSpec {
	const { example, ...rest } = spec
	return {
		...rest,
		examples: [`endpoints ${example}`],
		flags: [
			...(spec.flags ?? []),
			{ flag: '--endpoints-url <url>', description: "service to talk to; the home's running node when left out" },
		],
		run: async (context, args) => {
			const client = await openEndpoints(context)
			const kinds = [...(spec.args ?? '').matchAll(/\[([^\]]*)\]/g)].map(([, kind = '']) => kind)
			const ids = await Promise.all(args.map((text, index) => resolveName(client, kinds[index] ?? '', text)))
			const result = await spec.run(client, ids, context)
			if (result !== undefined) await printResult(context, result)
			return undefined
		},
	}
}

async function openEndpoints(context: CommandContext): Promise<EndpointsClient> {
	const [{ createEndpointsClient }, { readRunningNode }] = await Promise.all([
		import('../../endpoints/client/createEndpointsClient.ts'),
		import('../../node/runningNode.ts'),
	])
	const { home } = homeConfig(context)
	const url = textFlag(context, 'endpointsUrl') ?? readRunningNode(home)?.endpoints ?? 'http://127.0.0.1:8545'
	return createEndpointsClient(url.replace(/\/+$/, ''), home)
}
