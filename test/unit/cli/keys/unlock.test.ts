import { expect, test } from 'vitest'
import type { CommandContext, Flags } from '../../../../src/cli/CommandContext.ts'
import { confirmTyped, saysYes } from '../../../../src/cli/keys/unlock.ts'
import type { CliIo } from '../../../../src/cli/processIo.ts'

/** Somebody who types this answer, or a file that holds it. */
const answering = (answer: string, interactive = true) => {
	const asked: string[] = []
	const io = {
		interactive,
		readStdin: async () => (interactive ? 'no' : answer),
		prompt: async (question: string) => {
			asked.push(question)
			return interactive ? answer : 'no'
		},
	}
	return { asked, io: io as unknown as CliIo }
}

test.each([
	['y', true],
	['yes', true],
	[' YES \n', true],
	['', false],
	['n', false],
	['yess', false],
	['ye', false],
])('the answer %j says yes: %s', async (answer, says) => {
	const typed = answering(answer)
	expect([await saysYes(typed.io, 'Well? '), typed.asked]).toEqual([says, ['Well? ']])
	const piped = answering(answer, false)
	expect([await saysYes(piped.io, 'Well? '), piped.asked]).toEqual([says, []])
})

test('who is to lose something types its name, or says --yes; where nobody is, nothing is lost', async () => {
	const confirm = (flags: Flags, { io }: { readonly io: CliIo }) =>
		confirmTyped({ flags, io } as unknown as CommandContext, 'Type alice: ', 'alice')
	expect(await confirm({}, answering(' alice '))).toBe(true)
	expect(await confirm({}, answering('Alice'))).toBe(false)
	const sure = answering('bob')
	expect([await confirm({ yes: true }, sure), sure.asked]).toEqual([true, []])
	expect(await confirm({ yes: true }, answering('', false))).toBe(true)
	await expect(confirm({}, answering('alice', false))).rejects.toMatchObject({
		message: 'This asks before it deletes anything, but there is no terminal to ask on.',
		next: 'Run the command in a terminal, or add --yes.',
	})
})
