import type xterm from '@xterm/headless'

type Emulator = InstanceType<typeof xterm.Terminal>

/** A panel's border as cells: first and last row and column. */
interface Panel {
	readonly top: number
	readonly left: number
	readonly right: number
	readonly bottom: number
}

/**
 * What is wrong with the frame on an emulator's screen; empty when it is whole: every panel's border is closed and
 * straight, nothing stands over or in it, panels reach the last column, and no cell shows
 * a piece of an escape sequence.
 *
 * A row that is wider than the terminal would write over its last column, as autowrap is off: the panel there breaks.
 */
export function frameProblems(emulator: Emulator): readonly string[] {
	const grid = cellsOf(emulator)
	const problems: string[] = []
	const say = (row: number, column: number, what: string): void => {
		problems.push(`row ${row}, column ${column}: ${what}`)
	}
	const panels: Panel[] = []
	const corners = new Map<string, number>()
	for (let row = 0; row < grid.length; row++) {
		for (let column = 0; column < emulator.cols; column++) {
			const cell = grid[row]![column]!
			if (/[╭╮╰╯]/.test(cell)) corners.set(`${row}:${column}`, 0)
			if (/[\u0000-\u001f\u007f-\u009f]/.test(cell)) say(row, column, 'a control character')
			if (cell !== '╭') continue
			const panel = panelAt(grid, row, column)
			if (typeof panel === 'string') say(row, column, panel)
			else panels.push(panel)
		}
	}
	for (const { top, left, right, bottom } of panels) {
		for (const [row, column] of [
			[top, left],
			[top, right],
			[bottom, left],
			[bottom, right],
		] as const)
			corners.set(`${row}:${column}`, (corners.get(`${row}:${column}`) ?? 0) + 1)
	}
	for (const [at, owners] of corners) if (owners !== 1) problems.push(`${at}: a corner of ${owners} panels`)
	if (panels.length === 0) problems.push('there is no panel')
	if (!panels.some(({ right }) => right === emulator.cols - 1)) problems.push('no panel reaches the last column')
	grid.forEach((cells, row) => {
		const stray = /(?<![␛›])(?:\[\??[\d;]+[A-Za-z]|\]\d+;)/.exec(cells.join(''))
		if (stray !== null) problems.push(`row ${row}: ${JSON.stringify(stray[0])} is a piece of an escape sequence`)
	})
	return problems
}

/** The panel whose upper left corner is here, or what is wrong with its border. */
function panelAt(grid: readonly (readonly string[])[], top: number, left: number): Panel | string {
	const right = grid[top]!.indexOf('╮', left)
	if (right < 0) return 'a panel without an upper right corner'
	if (grid[top]!.slice(left + 1, right).includes('╭')) return 'a panel that begins inside the border of another'
	if (grid[top]![left + 1] !== '─' || grid[top]![right - 1] !== '─') return 'an upper border with a gap at its corner'
	for (let row = top + 1; row < grid.length; row++) {
		const [first, last] = [grid[row]![left], grid[row]![right]]
		if (first === '│' && last === '│') continue
		if (first !== '╰' || last !== '╯')
			return `a panel to column ${right} that breaks in row ${row}: ${JSON.stringify(first)} and ${JSON.stringify(last)}`
		const border = grid[row]!.slice(left + 1, right).join('')
		return /^─+$/.test(border) ? { top, left, right, bottom: row } : `a lower border that reads ${border}`
	}
	return 'a panel without a lower border'
}

/** The characters of each cell; the second cell of a wide character is empty. */
function cellsOf(emulator: Emulator): readonly (readonly string[])[] {
	const buffer = emulator.buffer.active
	return Array.from({ length: emulator.rows }, (_row, row) => {
		const line = buffer.getLine(buffer.viewportY + row)
		return Array.from({ length: emulator.cols }, (_column, column) => {
			const cell = line?.getCell(column)
			return cell === undefined || cell.getWidth() === 0 ? '' : cell.getChars() || ' '
		})
	})
}
