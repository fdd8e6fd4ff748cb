import { Text } from 'ink'
import { render } from 'ink-testing-library'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { JsonView } from '../../../../src/tui/kit/components/JsonView.tsx'
import { ListTable } from '../../../../src/tui/kit/components/ListTable.tsx'
import { Area } from '../../../../src/tui/kit/components/layout.tsx'
import { Panel } from '../../../../src/tui/kit/components/Panel.tsx'
import { Sections } from '../../../../src/tui/kit/components/Sections.tsx'
import { AppContext, useNow, useTheme } from '../../../../src/tui/kit/hooks/hooks.ts'
import { FoldedSections } from '../../../../src/tui/kit/models/FoldedSections.ts'
import { JsonTree } from '../../../../src/tui/kit/models/JsonTree.ts'
import { WindowList } from '../../../../src/tui/kit/models/WindowList.ts'
import { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import { LinePrompt } from '../../../../src/tui/kit/overlays/LinePrompt.tsx'
import { Notice } from '../../../../src/tui/kit/overlays/Notice.tsx'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'
import type { UiApp } from '../../../../src/tui/kit/UiApp.ts'
import { kitApp } from '../../support/kitApp.ts'

const views: ReturnType<typeof render>[] = []
afterEach(() => {
	for (const view of views.splice(0)) view.unmount()
})

/** Draws a part once; what follows is drawn by what the part listens to alone. */
function drawn(part: ReactElement, app: UiApp = kitApp()) {
	const view = render(
		<AppContext value={app}>
			<Area width={30} height={8}>
				{part}
			</Area>
		</AppContext>,
	)
	views.push(view)
	return { app, frame: (): string => view.lastFrame() ?? '' }
}

describe('a component is drawn anew when something changes', () => {
	const list = WindowList.of(() => ['first', 'second'])
	const tree = new JsonTree({ a: { b: 1 } })
	const sections = new FoldedSections()
	let counted = 0
	const lines = (): readonly string[] => [`counted ${counted}`]
	const form = new Form(kitApp(), { title: 'Send', action: 'send', fields: [], submit: () => {} })
	const prompt = new LinePrompt(kitApp(), { title: 'Filter', prompt: '/', accepted: () => {} })
	const notice = new Notice(kitApp(), { title: 'Read', lines })
	const count = (): void => void counted++
	const cases: readonly (readonly [
		name: string,
		part: ReactElement,
		change: () => void,
		before: string,
		after: string,
	])[] = [
		[
			'ListTable',
			<ListTable key="a" list={list} columns={[{ id: 'name', width: 9, text: (row: string) => row }]} />,
			() => list.move(1),
			'▸ first',
			'▸ second',
		],
		['JsonView', <JsonView key="a" tree={tree} />, () => tree.toggle(), '▾ "a"', '{ 1 member }'],
		[
			'Sections',
			<Sections key="a" head={[]} sections={[{ id: 'a', title: 'Part', lines: () => [] }]} state={sections} />,
			() => sections.toggle('a'),
			'▾ Part',
			'▸ Part',
		],
		['Panel', <Panel key="a" title="Some" rows={lines} />, count, 'counted 0', 'counted 1'],
		['Notice', notice.view(), count, 'counted 1', 'counted 2'],
		['Form', form.view(), () => form.fail('refused'), 'Send', '✗ refused'],
		['LinePrompt', prompt.view(), () => prompt.buffer.insert('typed'), '/', 'typed'],
	]

	it.each(cases)(
		'%s is drawn anew after a change that the app tells of',
		async (_name, part, change, before, after) => {
			const { app, frame } = drawn(part)
			expect(frame()).toContain(before)
			expect(frame()).not.toContain(after)
			change()
			app.touch()
			await expect.poll(frame).toContain(after)
		},
	)

	it('a component that shows ages or colours is drawn anew when the time or the theme is another', async () => {
		function Parts(): ReactElement {
			const now = useNow()
			return <Text>{`${useTheme().name} ${now}`}</Text>
		}
		let now = 1
		let theme = makeTheme('dark', 'dark', 0)
		const app = kitApp()
		Object.defineProperties(app, { now: { get: () => now }, theme: { get: () => theme } })
		const { frame } = drawn(<Parts />, app)
		expect(frame()).toBe('dark 1')
		now = 2
		app.frames.changed()
		await expect.poll(frame).toBe('dark 2')
		theme = makeTheme('light', 'light', 0)
		app.frames.changed()
		await expect.poll(frame).toBe('light 2')
	})

	it('several changes in one turn are told once, and none to who has left', async () => {
		const { frames } = kitApp()
		let told = 0
		const leave = frames.subscribe(() => told++)
		frames.flush()
		frames.changed()
		frames.changed()
		expect(told).toBe(0)
		await expect.poll(() => told).toBe(1)
		frames.changed()
		frames.flush()
		frames.flush()
		expect(told).toBe(2)
		await new Promise((resolve) => setImmediate(resolve))
		expect(told).toBe(2)
		leave()
		frames.changed()
		frames.flush()
		expect(told).toBe(2)
	})

	it('a component of the kit that is drawn outside of an app is a bug', () => {
		const view = render(<Panel title="x" />)
		views.push(view)
		// Where CI is set Ink ends its output with an empty frame.
		expect(view.frames.join('')).toContain('outside of an AppContext')
	})
})
