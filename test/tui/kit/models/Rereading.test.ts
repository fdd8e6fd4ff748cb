import { expect, it } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import { Rereading } from '../../../../src/tui/kit/models/Rereading.ts'

const app = {
	attempt: (work: () => Promise<unknown>, failed: (error: UserError) => void = () => {}) => {
		work().catch(failed)
	},
}

it('a read that is asked for while another runs is made once after it, as it was asked for last', async () => {
	const rereading = new Rereading(app)
	const ends: (() => void)[] = []
	const made: string[] = []
	const read = (name: string) => () =>
		new Promise<void>((resolve) => {
			made.push(name)
			ends.push(resolve)
		})
	for (const name of ['first', 'second', 'third']) rereading.run(read(name))
	expect(made).toEqual(['first'])
	ends[0]?.()
	await expect.poll(() => made).toEqual(['first', 'third'])
	ends[1]?.()
	rereading.run(read('fourth'))
	await expect.poll(() => made).toEqual(['first', 'third', 'fourth'])
})

it('a read that fails tells why and keeps no other from being made', async () => {
	const rereading = new Rereading(app)
	const told: string[] = []
	const refused = async (): Promise<void> => {
		throw new UserError('refused')
	}
	rereading.run(refused, (error) => told.push(error.message))
	rereading.run(async () => {
		told.push('read')
	})
	await expect.poll(() => told.toSorted()).toEqual(['read', 'refused'])
})
