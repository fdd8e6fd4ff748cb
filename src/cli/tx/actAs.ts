import type { AdminClient, KeyInfo, RpcConnection } from '../../client/index.ts'
import { type CommandContext, isSet, textFlag } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'

/** `act-as` */
export const actAs: CommandSpec = {
	name: 'act-as',
	args: '[address_key_or_label...]',
	description: 'list the accounts of your chain that need no signature, add some, or remove them',
	details:
		'A transaction of an account on this list is accepted without its signature: of a module account, a multisig key, an account whose\n' +
		'key nobody has. The list lives in the home. It works on your own chain alone, with --admin or in the app, never under a real engine.',
	examples: ['act-as', 'act-as alice', 'act-as alice --remove'],
	flags: [{ flag: '--remove', description: 'take the accounts from the list' }],
	run: async (context, named) => {
		const { withNode } = await import('../support/connect.ts')
		const { namedAddress } = await import('../keys/namedAddress.ts')
		const addresses: string[] = []
		for (const text of named) addresses.push(await namedAddress(context, text))
		const change = isSet(context, 'remove') ? { remove: addresses } : { add: addresses }
		const listed = await withNode(context, (connection) => changeActAs(connection, change))
		if (context.output === 'json') await printResult(context, { addresses: listed })
		else context.io.stdout(listed.length === 0 ? 'nobody acts as another account\n' : `${listed.join('\n')}\n`)
	},
}

/** Lets an account's next transactions go without a signature. @throws {UserError} if the node lets nobody. */
export async function letActAs(connection: RpcConnection, address: string): Promise<void> {
	await changeActAs(connection, { add: [address] })
}

/** The account of `--act-as`, put on the node's list unless offline; undefined without the flag. Throws as `letActAs`. */
export async function actedKey(context: CommandContext): Promise<KeyInfo | undefined> {
	const named = textFlag(context, 'actAs')
	if (named === undefined) return undefined
	const { actingKey } = await import('../../client/index.ts')
	const { namedAddress } = await import('../keys/namedAddress.ts')
	const { withNode } = await import('../support/connect.ts')
	const address = await namedAddress(context, named)
	if (!isSet(context, 'offline')) await withNode(context, (connection) => letActAs(connection, address))
	return actingKey(address)
}

async function changeActAs(
	connection: RpcConnection,
	change: Parameters<AdminClient['actAs']>[0],
): Promise<readonly string[]> {
	const { adminClient } = await import('../../client/index.ts')
	const { withPowers } = await import('../support/connect.ts')
	return withPowers(
		[
			'This node lets nobody act as another account.',
			'It was started without --admin, or a real engine makes its blocks.',
			'Start your own chain with --admin, or press I on the Accounts screen of the app.',
		],
		() => adminClient(connection).actAs(change),
	)
}
