type Class<Fault> = abstract new (...args: never[]) => Fault
/** A class of errors, or what tells errors of a kind from others. */
type Kind<Fault> = Class<Fault> | ((error: unknown) => error is Fault)

/**
 * For the `catch` of a promise: an error of one kind becomes what `instead` gives, others pass.
 *
 * @example
 * const tx = await connection.call('tx', { hash }).catch(only(RpcError, () => undefined))
 */
export function only<Fault, Value>(kind: Kind<Fault>, instead: (fault: Fault) => Value): (error: unknown) => Value {
	return (error) => {
		const isClass = kind.prototype instanceof Error
		if (isClass ? error instanceof kind : (kind as (error: unknown) => boolean)(error)) return instead(error as Fault)
		throw error
	}
}

/** What work gives, or what `instead` gives for an error of one kind. Other errors pass. */
export function attempt<Value, Fault, Other>(
	work: () => Value,
	kind: Kind<Fault>,
	instead: (fault: Fault) => Other,
): Value | Other {
	try {
		return work()
	} catch (error) {
		return only(kind, instead)(error)
	}
}
