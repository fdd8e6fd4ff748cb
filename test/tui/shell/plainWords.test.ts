import { expect, it } from 'vitest'
import { spokenLine } from '../../../src/tui/shell/plainWords.ts'

it('a line that is read out has no colours, frames or blocks, and no more than two blanks in a row', () => {
	const lines = [
		'\u001b[1mname\u001b[22m      value',
		'a  b   c    ',
		'│ inside │',
		'─── title ╮',
		'load ▐██░░▌ 40%',
		'▁▂▇',
		'✓ sent · 3s',
	]
	expect(lines.map(spokenLine)).toEqual([
		'name  value',
		'a  b  c',
		'  inside',
		'  title',
		'load  ▌ 40%',
		'',
		'✓ sent · 3s',
	])
})
