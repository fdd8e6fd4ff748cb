import { UserError } from '../../errors/UserError.ts'
import { readRunningNode } from '../../node/runningNode.ts'
import { type CommandContext, textFlag } from '../CommandContext.ts'
import { homeConfig } from './home.ts'

/**
 * URL of a command's REST server: that of --rest-url, otherwise of the node that runs on the home.
 *
 * @throws {UserError} if there is none.
 */
export function restUrl(context: CommandContext): string {
	const asked = textFlag(context, 'restUrl')
	if (asked !== undefined) return /^https?:\/\//.test(asked) ? asked : `http://${asked}`
	const { home } = homeConfig(context)
	const rest = readRunningNode(home)?.rest
	if (rest !== undefined) return rest
	throw new UserError(`No node with a REST server runs on ${home}.`, {
		next: 'Start one with `chain-tui start`, or name a server with --rest-url URL.',
	})
}
