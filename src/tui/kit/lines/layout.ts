import { cellWidth, clip, fitCells } from '../text/cells.ts'
import type { Line, View } from './View.ts'

/** Lines cut or padded to exactly the view's width and height. */
export function fill(lines: readonly Line[], width: number, height: number): readonly Line[] {
	const out: Line[] = []
	for (let row = 0; row < height; row++) out.push(clip(lines[row] ?? '', width))
	return out
}

/** Blocks of lines of known widths next to each other. */
export function beside(
	blocks: readonly { readonly lines: readonly Line[]; readonly width: number }[],
	gap = 1,
): readonly Line[] {
	const height = Math.max(0, ...blocks.map((block) => block.lines.length))
	const out: Line[] = []
	for (let row = 0; row < height; row++) {
		out.push(blocks.map((block) => clip(block.lines[row] ?? '', block.width)).join(' '.repeat(gap)))
	}
	return out
}

/** A title in the upper border of a panel, with an optional remark at its right end. */
export interface PanelOptions {
	readonly title: string
	/** At the right end of the upper border, dropped when there is no room. */
	readonly remark?: string
	/** Whether the keys go here. */
	readonly active?: boolean
}

/**
 * A frame around content. The content draws into the view's inside (4 cells narrower, 2 rows lower); more lines than
 * fit are cut.
 */
export function panel(view: View, options: PanelOptions, content: (inside: View) => readonly Line[]): readonly Line[] {
	const { width, height, theme } = view
	if (view.plain) {
		const remark = options.remark === undefined || options.remark === '' ? '' : ` (${options.remark})`
		return [`${options.title}${remark}`, ...content(view)]
	}
	if (width < 6 || height < 3) return fill(content(view), width, height)
	const line = options.active === true ? theme.borderActive : theme.border
	const title = fitTitle(options.title, width - 6)
	const titleWidth = cellWidth(title)
	let remark = options.remark ?? ''
	if (cellWidth(remark) > width - titleWidth - 9) remark = ''
	const remarkPart = remark === '' ? '' : `${theme.muted(` ${remark} `)}`
	const remarkWidth = remark === '' ? 0 : cellWidth(remark) + 2
	const dashes = width - 5 - titleWidth - remarkWidth - (remark === '' ? 0 : 1)
	const paintTitle = options.active === true ? theme.accent : theme.strong
	const top =
		line('╭─ ') +
		paintTitle(title) +
		line(` ${'─'.repeat(Math.max(0, dashes))}`) +
		remarkPart +
		line(remark === '' ? '╮' : '─╮')
	const side = line('│')
	const inside = content(view.part(2, 1, width - 4, height - 2))
	const out: Line[] = [top]
	for (let row = 0; row < height - 2; row++) out.push(`${side} ${clip(inside[row] ?? '', width - 4)} ${side}`)
	out.push(line(`╰${'─'.repeat(width - 2)}╯`))
	return out
}

function fitTitle(title: string, cells: number): string {
	return cellWidth(title) <= cells ? title : fitCells(title, cells)
}
