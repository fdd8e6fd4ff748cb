import { Box, Text } from 'ink'
import type { ComponentProps, ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { HitHandlers } from '../../../../src/tui/kit/hooks/HitBoxes.ts'
import { useHit } from '../../../../src/tui/kit/hooks/hooks.ts'
import { kitApp } from '../../support/kitApp.ts'
import { renderPart } from '../../support/renderPart.tsx'

function Hit({ handlers, ...box }: { readonly handlers: HitHandlers } & ComponentProps<typeof Box>): ReactElement {
	return <Box ref={useHit(handlers)} flexShrink={0} {...box} />
}

/** Draws boxes; `told` has what the handlers were told since the last time. */
function drawn(part: (tell: (text: string) => void) => ReactElement) {
	let said: string[] = []
	const app = kitApp()
	const view = renderPart(
		part((text) => said.push(text)),
		{ app, width: 20, height: 8 },
	)
	view.frame()
	const told = (): string => {
		const text = said.join(', ')
		said = []
		return text
	}
	return { hits: app.hits, told, unmount: view.unmount }
}

const nested = (outer: HitHandlers, inner: HitHandlers): ReactElement => (
	<Hit handlers={outer} marginLeft={2} marginTop={1} width={8} height={4} paddingLeft={3} paddingTop={1}>
		<Hit handlers={inner} width={3} height={2}>
			<Text>x</Text>
		</Hit>
	</Hit>
)

describe('the boxes under the mouse', () => {
	it('a click is told to the innermost box under it, with its cell counted from the corner of the box', () => {
		const { hits, told } = drawn((tell) =>
			nested({ onClick: (x, y) => tell(`outer ${x} ${y}`) }, { onClick: (x, y) => tell(`inner ${x} ${y}`) }),
		)
		const rows = Array.from({ length: 7 }, (_, y) =>
			Array.from({ length: 12 }, (__, x) => {
				const handled = hits.click(x, y)
				const [name = '.', ...at] = told().split(' ')
				expect(handled, `${x} ${y}`).toBe(at.length > 0)
				if (name === 'outer') expect(at.map(Number)).toEqual([x - 2, y - 1])
				if (name === 'inner') expect(at.map(Number)).toEqual([x - 5, y - 2])
				return name[0] ?? '.'
			}).join(''),
		)
		expect(rows).toEqual([
			'............',
			'..oooooooo..',
			'..oooiiioo..',
			'..oooiiioo..',
			'..oooooooo..',
			'............',
			'............',
		])
	})

	it('a click goes through a box that has no use for it to the one around', () => {
		const { hits, told } = drawn((tell) => nested({ onClick: (x, y) => tell(`outer ${x} ${y}`) }, {}))
		expect([hits.click(5, 2), told()]).toEqual([true, 'outer 3 1'])
		const none = drawn(() => nested({}, {}))
		expect([none.hits.click(5, 2), none.hits.wheel(1, 5, 2)]).toEqual([false, false])
	})

	it('a step of the wheel goes to the box around only where the inner one says that it did nothing', () => {
		let inner: unknown
		const { hits, told } = drawn((tell) =>
			nested(
				{ onWheel: (direction, x, y) => tell(`outer ${direction} ${x} ${y}`) },
				{
					onWheel: (direction, x, y) => {
						tell(`inner ${direction} ${x} ${y}`)
						return inner
					},
				},
			),
		)
		expect([hits.wheel(1, 7, 3), told()]).toEqual([true, 'inner 1 2 1'])
		inner = true
		expect([hits.wheel(-1, 5, 2), told()]).toEqual([true, 'inner -1 0 0'])
		inner = false
		expect([hits.wheel(1, 7, 3), told()]).toEqual([true, 'inner 1 2 1, outer 1 5 2'])
		expect([hits.wheel(-1, 2, 1), told(), hits.wheel(-1, 1, 1), told()]).toEqual([true, 'outer -1 0 0', false, ''])
	})

	it('a step of the wheel that no box takes is told to no one', () => {
		const { hits } = drawn(() => nested({ onWheel: () => false }, { onWheel: () => false }))
		expect(hits.wheel(1, 5, 2)).toBe(false)
	})

	it('the box that was drawn last gets the click where two lie over each other, until they are gone', () => {
		const { hits, told, unmount } = drawn((tell) => (
			<Box width={10} height={3}>
				<Hit handlers={{ onClick: () => tell('below') }} position="absolute" width={6} height={1} />
				<Hit handlers={{ onClick: () => tell('above') }} position="absolute" marginLeft={4} width={6} height={1} />
			</Box>
		))
		expect([3, 4, 5, 6].map((x) => [hits.click(x, 0), told()])).toEqual([
			[true, 'below'],
			[true, 'above'],
			[true, 'above'],
			[true, 'above'],
		])
		unmount()
		expect([hits.click(3, 0), hits.click(6, 0), told()]).toEqual([false, false, ''])
	})
})
