import { type CommandContext, textFlag } from '../CommandContext.ts'
import type { FlagSpec } from '../defineCommand.ts'

/**
 * Flags of a command that writes to a file or folder: the framework's name, and `--output`, which names the place too
 * unless it is the form of what is printed.
 * @param flag in commander's notation: `--output-dir <dir>`
 */
export function outputPlaceFlags(flag: string, description: string): readonly FlagSpec[] {
	return [
		{ flag, description },
		{ flag: '-o, --output <place>', description: `text or json, or the same as ${flag}`, hidden: true },
	]
}

/** The place that a command writes to; undefined without one. */
export function outputPlace(context: CommandContext): string | undefined {
	const given = textFlag(context, 'output')
	const named = given === 'text' || given === 'json' ? undefined : given
	return textFlag(context, 'outputDir') ?? textFlag(context, 'outputDocument') ?? named
}
