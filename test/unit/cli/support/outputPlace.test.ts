import { expect, test } from 'vitest'
import type { CommandContext, Flags } from '../../../../src/cli/CommandContext.ts'
import { outputPlace, outputPlaceFlags } from '../../../../src/cli/support/outputPlace.ts'

test.each<[Flags, string | undefined]>([
	[{}, undefined],
	[{ output: 'text' }, undefined],
	[{ output: 'json' }, undefined],
	[{ output: 'json.md' }, 'json.md'],
	[{ output: 'text', outputDir: 'folder' }, 'folder'],
	[{ output: 'json', outputDocument: 'file' }, 'file'],
	[{ output: 'other', outputDocument: 'file' }, 'file'],
])('the flags %j name the place %j to write to', (flags, place) => {
	expect(outputPlace({ flags } as CommandContext)).toBe(place)
})

test('a flag for a place to write to has --output as its other name, which no help page shows', () => {
	expect(outputPlaceFlags('--output-dir <dir>', 'where')).toEqual([
		{ flag: '--output-dir <dir>', description: 'where' },
		{ flag: '-o, --output <place>', description: 'text or json, or the same as --output-dir <dir>', hidden: true },
	])
})
