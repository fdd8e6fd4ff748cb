import { Box } from 'ink'
import type { ReactElement } from 'react'
import { useArea, useChanges, useHit, usePlain, useTheme } from '../hooks/hooks.ts'
import type { FoldedSections, Section } from '../models/FoldedSections.ts'
import { cutCells } from '../text/cells.ts'
import { Rows } from './Rows.tsx'

/** A long text in foldable sections. A click on a heading folds it, or keys that call `toggle` and `step`. */
export function Sections({
	head,
	sections,
	state,
}: {
	/** Rows before the first section. */
	readonly head: readonly string[]
	readonly sections: readonly Section[]
	/** Absent for a preview, which starts at the top and does not scroll. */
	readonly state?: FoldedSections | undefined
}): ReactElement {
	useChanges()
	const theme = useTheme()
	const plain = usePlain()
	const { width, height } = useArea()
	const lines = [...head]
	const places = new Map<string, number>()
	for (const section of sections) {
		const folded = state?.isFolded(section.id) === true && !plain
		lines.push('')
		places.set(section.id, lines.length)
		const mark = plain ? '' : folded ? '▸ ' : '▾ '
		const title = `${mark}${section.title}`
		lines.push(theme.accent(cutCells(title, width)))
		if (!folded) lines.push(...section.lines())
	}
	state?.placed(places)
	const marked = [...places].find(([id]) => id === state?.current)?.[1]
	const all = marked === undefined || plain ? lines : lines.with(marked, theme.strong(lines[marked]!))
	const shown = plain ? all : state === undefined ? all.slice(0, height) : state.window(all, height)
	const box = useHit({
		onClick: (_x, y) => {
			if (state === undefined) return
			const id = [...places].find(([, place]) => place === y + state.top)?.[0]
			if (id !== undefined) state.toggle(id)
		},
		onWheel: (direction) => state?.move(3 * direction),
	})
	return (
		<Box ref={box} flexDirection="column" flexShrink={0}>
			<Rows lines={shown} />
		</Box>
	)
}
