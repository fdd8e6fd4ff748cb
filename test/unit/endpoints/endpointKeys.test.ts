import { describe, expect, it } from 'vitest'
import { EndpointKeys } from '../../../src/endpoints/gateway/EndpointDirectory.ts'
import { keyPrefix, newSecret, secretDigest } from '../../../src/endpoints/service/accounts/secrets.ts'

function keyOf(secret: string, id: string, expiresAt = Number.POSITIVE_INFINITY) {
	return { id, digest: secretDigest(secret), expiresAt }
}

describe('the keys of an endpoint', () => {
	it('names the key of a secret, the first time and every other', () => {
		const [first, second] = [newSecret(keyPrefix), newSecret(keyPrefix)]
		const keys = new EndpointKeys([keyOf(first, 'one'), keyOf(second, 'two')])
		expect([keys.idOf(second, 0), keys.idOf(first, 0), keys.idOf(second, 0)]).toEqual(['two', 'one', 'two'])
	})

	it('refuses a key that expires while it is remembered', () => {
		const secret = newSecret(keyPrefix)
		const keys = new EndpointKeys([keyOf(secret, 'one', 1_000)])
		expect(keys.idOf(secret, 999)).toBe('one')
		expect(keys.idOf(secret, 1_000)).toBeUndefined()
	})

	it('refuses the key of another endpoint, a text without the form of a key, and one whose checksum is wrong', () => {
		const secret = newSecret(keyPrefix)
		const keys = new EndpointKeys([keyOf(secret, 'one')])
		const other = secret.endsWith('a') ? 'b' : 'a'
		for (const wrong of [newSecret(keyPrefix), '', 'secret', secret.slice(0, -1) + other]) {
			expect(keys.idOf(wrong, 0)).toBeUndefined()
			expect(keys.idOf(wrong, 0)).toBeUndefined()
		}
	})
})
