import { Text } from 'ink'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { defineScreen } from '../../../src/tui/app/defineScreen.ts'
import { dispatch, dispatchKey } from '../../../src/tui/app/dispatch.ts'
import { LogRing } from '../../../src/tui/app/LogRing.ts'
import { ListModel } from '../../../src/tui/app/list/ListModel.ts'
import { ListScreen } from '../../../src/tui/app/list/ListScreen.tsx'
import { listCommands } from '../../../src/tui/app/list/listCommands.ts'
import { memoryPreferences } from '../../../src/tui/app/Preferences.ts'
import { TuiApp } from '../../../src/tui/app/TuiApp.ts'
import { Stack } from '../../../src/tui/kit/components/layout.tsx'
import { ItemList } from '../../../src/tui/kit/models/ItemList.ts'
import type { ListColumn } from '../../../src/tui/kit/models/List.ts'
import { globalCommands, movingCommands } from '../../../src/tui/shell/globalCommands.ts'
import { mountPlain } from '../../../src/tui/shell/mountPlain.tsx'
import { mountTest, type TestMount } from '../support/mountTest.tsx'
import { silentHost } from '../support/placesApp.ts'

// The ten lines of ARCHITECTURE.md, as somebody who adds a screen would write them.
class FruitModel extends ListModel<string> {
	readonly worksWithoutNode = true
	fruits: readonly string[] = ['apple', 'banana', 'cherry']
	readonly list = new ItemList<string>({
		items: () => this.fruits,
		keyOf: (fruit) => fruit,
		texts: (fruit) => [fruit],
		columns,
	})
}

const columns: readonly ListColumn<string>[] = [
	{ id: 'name', title: 'name', width: 'flex', text: (fruit, { mark }) => mark(fruit) },
	{
		id: 'letters',
		title: 'letters',
		width: 9,
		align: 'right',
		text: ({ length }) => String(length),
		order: ({ length }) => length,
	},
]

function FruitScreen({ model }: { readonly model: FruitModel }): ReactElement {
	return (
		<ListScreen
			model={model}
			title="Fruit"
			columns={columns}
			empty={['No fruit.']}
			above={(list) => (
				<Stack
					parts={[
						{ key: 'list', rows: 'rest', child: list },
						{ key: 'advice', rows: 3, child: <Text>eat more of it</Text> },
					]}
				/>
			)}
		/>
	)
}

const fruitScreen = defineScreen({
	id: 'fruit',
	title: 'Fruit',
	short: 'Fruit',
	model: (app) => new FruitModel(app),
	commands: (model) => [
		{
			id: 'fruit.eat',
			keys: ['e'],
			title: 'eat',
			description: 'Eat the selected one.',
			footer: 1,
			run: () => {
				model.fruits = model.fruits.filter((fruit) => fruit !== model.list.selected)
			},
		},
		...listCommands(model, { id: 'fruit', filter: {}, sort: {} }),
	],
	Screen: FruitScreen,
})

describe('a screen that somebody adds', () => {
	let mounted: TestMount
	afterEach(() => mounted.unmount())

	function start(): { readonly app: TuiApp; screen(): string } {
		const app = new TuiApp({
			host: silentHost,
			preferences: memoryPreferences(),
			screens: [fruitScreen],
			commands: { global: globalCommands, moving: movingCommands },
			log: new LogRing(),
			columns: 80,
			rows: 20,
			colorLevel: 0,
			background: 'dark',
			clock: () => 0,
			directory: '/nonexistent',
		})
		mounted = mountTest(app)
		return { app, screen: () => mounted.lines().join('\n') }
	}

	it('a screen that somebody adds has a tab, keys, a footer, help, a filter, the mouse and plain mode', () => {
		const { app, screen } = start()
		const press = (...ids: string[]): void => {
			for (const id of ids) dispatchKey(app, { id, ...([...id].length === 1 ? { text: id } : {}) })
		}
		expect(screen()).toContain('1 Fruit')
		expect(screen()).toMatch(/e\S* eat/)
		press('j', 'e')
		expect(screen()).not.toContain('banana')
		expect(screen()).toContain('cherry')
		dispatch(app, { type: 'mouse', mouse: { kind: 'press', x: 6, y: 4 } })
		expect(app.screen.model).toMatchObject({ list: { selected: 'apple' } })
		press('/', 'c', 'h')
		expect(screen()).toContain('1 of 2')
		expect(screen()).not.toContain('apple')
		press('esc', 's', 's')
		expect(screen()).toMatch(/letters ▾(.|\n)*cherry +6(.|\n)*apple +5/)
		press('?')
		expect(screen()).toContain('Eat the selected one.')
		press('esc')
		const plain = mountPlain(app)
		expect(plain.lines()).toEqual(expect.arrayContaining(['Fruit (1 of 2)', 'eat more of it']))
		plain.unmount()
	})
})
