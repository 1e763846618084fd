"""What ops say of themselves by traits, so that analyses, passes and the verifier ask and list no ops."""
