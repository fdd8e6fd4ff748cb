import { createRegistry, type Registry } from '../../codec/registry/createRegistry.ts'

/** A registry of all message types: a command does not know whether the chain that it is about has an EVM. */
export function everyType(): Registry {
	return createRegistry({ evm: true })
}
