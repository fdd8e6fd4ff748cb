import { type CommandSpec, exactly } from '../defineCommand.ts'
import { UsageError } from '../UsageError.ts'

/** `completion` */
export const completion: CommandSpec = {
	name: 'completion',
	args: '[bash|zsh|fish]',
	count: exactly(1),
	description: 'print a completion script for a shell',
	examples: ['completion bash'],
	details:
		'  source <(chain-tui completion bash)\n  chain-tui completion zsh > ~/.zfunc/_chain-tui\n  chain-tui completion fish > ~/.config/fish/completions/chain-tui.fish',
	run: async (context, [shell = '']) => {
		const { completionScript, isShell } = await import('../support/completionScript.ts')
		if (!isShell(shell)) throw new UsageError(`no completion for ${shell}`, { next: 'Use bash, zsh or fish.' })
		context.io.stdout(completionScript(shell, context.program))
		return undefined
	},
}
