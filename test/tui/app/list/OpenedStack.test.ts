import { expect, it } from 'vitest'
import { OpenedStack } from '../../../../src/tui/app/list/OpenedStack.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'

it('items opened above a list close one by one; the one that a link led to leads back to where it was', () => {
	const state = { history: [] as string[] }
	const stack = new OpenedStack<string>({ state } as unknown as TuiApp)
	expect([stack.top, stack.items, stack.back()]).toEqual([undefined, [], false])
	stack.push('a')
	stack.push('b')
	state.history = ['home']
	stack.push('c', true)
	expect([stack.top, stack.items]).toEqual(['c', ['a', 'b', 'c']])
	// Esc closes it and leaves the way back to the app.
	expect([stack.back(), stack.top]).toEqual([false, 'b'])
	expect([stack.back(), stack.top]).toEqual([true, 'a'])
	state.history = []
	stack.push('d', true)
	expect([stack.back(), stack.top]).toEqual([true, 'a'])
})

it('an item that stands for another one keeps the way back of that', () => {
	const stack = new OpenedStack<string>({ state: { history: ['home'] } } as unknown as TuiApp)
	stack.push('a', true)
	stack.replace('b')
	expect([stack.items, stack.back()]).toEqual([['b'], false])
	stack.push('c')
	stack.replace('d')
	expect([stack.items, stack.back()]).toEqual([['d'], true])
	stack.replace('e')
	expect([stack.items, stack.back()]).toEqual([['e'], true])
	for (const item of ['f', 'g', 'h']) stack.push(item)
	stack.replace('i')
	expect(stack.items).toEqual(['f', 'g', 'i'])
	for (let count = 0; count < 25; count++) stack.push(`${count}`)
	expect([stack.items.length, stack.items[0]]).toEqual([20, '5'])
	stack.keep((item) => Number(item) % 2 === 0)
	expect([stack.items.length, stack.top]).toEqual([10, '24'])
	stack.clear()
	expect(stack.items).toEqual([])
})
