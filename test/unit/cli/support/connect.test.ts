import { expect, test } from 'vitest'
import { withPowers } from '../../../../src/cli/support/connect.ts'
import { RpcError } from '../../../../src/client/rpc/RpcError.ts'
import { UserError } from '../../../../src/errors/UserError.ts'

const words = ['It does not.', 'It was started without --admin.', 'Start it with --admin.'] as const

test('what a node does only with --admin is told in its own words where the node does not', async () => {
	expect(await withPowers(words, async () => 'done')).toBe('done')
	const cause = new RpcError(-32_601, 'Method not found', '')
	const [message, why, next] = words
	await expect(withPowers(words, () => Promise.reject(cause))).rejects.toMatchObject({
		...{ name: 'UserError', message, why, next, cause },
	})
})

test.each([new RpcError(-32_603, 'Internal error', ''), new UserError('Another thing.'), 'Method not found'])(
	'another fault of a node with powers stays as it is: %s',
	async (fault) => {
		await expect(withPowers(words, () => Promise.reject(fault))).rejects.toBe(fault)
	},
)
