import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { createProgram } from '../../../src/cli/createProgram.ts'
import { processIo } from '../../../src/cli/processIo.ts'

/** A command and all below it. */
function all(command: Command): readonly Command[] {
	return [command, ...command.commands.flatMap(all)]
}

it('the help page of every command is text to its end, without a value that is none', () => {
	const program = createProgram(
		processIo(),
		() => {},
		async () => 0,
	)
	const pages = all(program).map((command) => command.helpInformation())
	expect(pages.length).toBeGreaterThan(100)
	expect(pages.filter((page) => /NaN|undefined|\[object/.test(page))).toEqual([])
	for (const page of pages) expect(page).toMatch(/^\S[\s\S]*\n\nUsage:\n {2}chain-tui/)
})
