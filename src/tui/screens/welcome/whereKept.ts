import type { KeysClient } from '../../../client/index.ts'

/** Where the secret of a new key is stored, and what happens if that is lost, one paragraph each. */
export function whereKept(keys: Pick<KeysClient, 'backend' | 'notice'>, isNew: boolean): readonly string[] {
	// The notice says why the keys are in a file instead of the system's store, or that others can read it.
	const told = keys.notice
	if (keys.backend === 'file')
		return [`${told === '' ? 'The secret is kept in an encrypted file in your home.' : told} ${ofFile(isNew)}`]
	const place = keys.backend === 'os' ? ofSystem : 'The secret is kept in memory and forgotten when you leave.'
	return told === '' ? [place] : [told, place]
}

const words = 'the words on the next page bring the key back'

const ofSystem = `The secret is kept in the key store of your system, where browsers keep passwords too. It opens when you log in, so there is no passphrase to choose. If the store is lost, ${words}.`

function ofFile(isNew: boolean): string {
	if (!isNew) return 'There is one already: type its passphrase.'
	return `The passphrase you choose locks it, and is asked for once after each start. Nobody can look it up or reset it: if it is lost, only ${words}.`
}
