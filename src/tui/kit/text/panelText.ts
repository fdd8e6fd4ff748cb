import type { Theme } from '../theme/Theme.ts'
import { cellWidth, fitCells } from './cells.ts'

/**
 * The upper border of a panel with its title, `╭─ Blocks ──── 3 of 40 ─╮`, exactly `width` cells.
 *
 * @param remark At the right end, dropped where there is no room.
 */
export function panelTop(theme: Theme, title: string, remark: string, active: boolean, width: number): string {
	const line = active ? theme.borderActive : theme.border
	const shown = cellWidth(title) <= width - 6 ? title : fitCells(title, width - 6)
	const titleWidth = cellWidth(shown)
	const told = cellWidth(remark) > width - titleWidth - 9 ? '' : remark
	const dashes = width - 5 - titleWidth - (told === '' ? 0 : cellWidth(told) + 3)
	return (
		line('╭─ ') +
		(active ? theme.accent : theme.strong)(shown) +
		line(` ${'─'.repeat(Math.max(0, dashes))}`) +
		(told === '' ? '' : theme.muted(` ${told} `)) +
		line(told === '' ? '╮' : '─╮')
	)
}

/** The lower border. */
export function panelBottom(theme: Theme, active: boolean, width: number): string {
	return (active ? theme.borderActive : theme.border)(`╰${'─'.repeat(Math.max(0, width - 2))}╯`)
}
